import { drawingSVG, qrcode } from 'bwip-js/browser';

/** The white around a QR code: four modules, as the standard asks, of two units each. */
const QUIET_ZONE = 8;
/** Units of the drawing per module; the picture scales, so this only sets its precision. */
const SCALE = 2;

/**
 * A code as a picture that a scanner reads off the screen: a QR code, because it stays readable in
 * a third of the width of a linear code. Returns an address for an image.
 */
export function barcodePicture(code: string): string {
  const svg = qrcode(
    {
      bcid: 'qrcode',
      text: code,
      scale: SCALE,
      padding: QUIET_ZONE,
      backgroundcolor: 'FFFFFF',
    },
    drawingSVG(),
  );
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
