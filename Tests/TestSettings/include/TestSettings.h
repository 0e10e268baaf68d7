// Nothing is called: the settings take effect when the tests are loaded.
