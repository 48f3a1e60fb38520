import type { Session } from 'electron';
import { asksForCamera, isAboutCamera } from './camera-permission.ts';

/**
 * Denies the page every permission, including those for devices; but while a camera reads tickets it may have
 * that, and nothing with it.
 *
 * @param isCameraOn whether a camera reads tickets, at this moment
 */
export function limitPermissions(session: Session, isCameraOn: () => boolean): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(isCameraOn() && asksForCamera(permission, details)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, _origin, details) => isCameraOn() && isAboutCamera(permission, details),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on('select-hid-device', (event, _details, choose) => {
    event.preventDefault();
    choose(null);
  });
  session.on('select-usb-device', (event, _details, choose) => {
    event.preventDefault();
    choose();
  });
  session.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault();
    choose('');
  });
}
