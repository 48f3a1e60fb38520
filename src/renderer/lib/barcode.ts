import { code128, datamatrix, drawingSVG, qrcode } from 'bwip-js/browser';
import { assertNever } from '#shared/assert-never.ts';

/**
 * How a code is drawn. `qrcode` and `datamatrix`: readable in a third of the width. `code128`: for
 * scanners that read nothing but lines.
 */
export type Symbology = 'qrcode' | 'datamatrix' | 'code128';

/** A code as a picture that a scanner reads off the screen. Returns an address for an image. */
export function barcodePicture(code: string, symbology: Symbology): string {
  return `data:image/svg+xml,${encodeURIComponent(draw(code, symbology))}`;
}

function draw(code: string, symbology: Symbology): string {
  // The picture scales: its scale only sets the precision.
  const common = { bcid: symbology, text: code, scale: 2, backgroundcolor: 'FFFFFF' };
  switch (symbology) {
    case 'qrcode':
      // Four modules of white around it, as the standard asks, of two points each.
      return qrcode({ ...common, padding: 8 }, drawingSVG());
    case 'datamatrix':
      // One module of white is asked for; two are easier to find.
      return datamatrix({ ...common, padding: 4 }, drawingSVG());
    case 'code128':
      // Ten modules of white before and after it, as the standard asks, of one point each.
      return code128({ ...common, height: 12, paddingwidth: 10, paddingheight: 5 }, drawingSVG());
    default:
      return assertNever(symbology);
  }
}
