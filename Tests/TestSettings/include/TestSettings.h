// There are no functions to call: the settings take effect when the tests are loaded.
