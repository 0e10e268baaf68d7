// Empty on purpose: simdjson is C++, and only its flags are taken from here.
