// Playwright starts every Electron with Chromium’s key store that is none; what comes last counts.
const { app } = require('electron');
app.commandLine.appendSwitch('password-store', 'gnome-libsecret');
