// The least that Electron can do: a window that fills the screen, with a page that answers a key.
const { app, BrowserWindow, Menu } = require('electron');
const { join } = require('node:path');

// As the kiosk has it: for root Chromium has no sandbox.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
void app.whenReady().then(() => {
  Menu.setApplicationMenu(null);
  const window = new BrowserWindow({ width: 1280, height: 800, kiosk: true });
  void window.loadFile(join(__dirname, 'page.html'));
});
