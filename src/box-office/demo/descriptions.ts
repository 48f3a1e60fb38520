const PARAGRAPHS = [
  'In a wood outside the city, on the shortest night of the year, nobody loves whom they ought to, ' +
    'and a weaver wakes with the head of a donkey. The company plays on all four sides of the ' +
    'audience, with live music, a working waterfall and more moss than the fire brigade likes.',
  'Sung in German with English and Spanish surtitles. Latecomers are admitted in the first ' +
    'suitable pause only; the bar opens an hour before the start and again in the interval.',
  'Audio description and a touch tour are offered on the second Saturday of the run. Please tell ' +
    'the box office when you book, so that somebody meets you at the stage door.',
] as const;

/**
 * A description as it comes out of a rich-text editor that has been pasted into: styles of its own,
 * entities, tables, a link; at least `bytes` long. `<` and `&` in `title` are escaped.
 */
export function styledDescription(title: string, bytes: number): string {
  const heading = title.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const parts = [
    `<div style="font-family: Georgia, 'Times New Roman', serif; font-size: 14px; color: #222222;">` +
      `<p><span style="font-size: 20px;"><strong>${heading}</strong></span>&nbsp;</p>` +
      '<p><em>&ldquo;Ausverkauft &amp; unvergesslich&rdquo;</em> &mdash; The Quay Gazette&nbsp;' +
      '&#9733;&#9733;&#9733;&#9733;&#x2606;</p>' +
      '<table border="0" cellpadding="2"><tbody><tr><td>Running time</td>' +
      '<td>2&frac12;&nbsp;hours, one interval</td></tr><tr><td>Caf&eacute;</td>' +
      '<td>from 6&nbsp;&euro; &middot; na&iuml;ve cr&ecirc;pes</td></tr></tbody></table>',
  ];
  let length = parts.join('').length;
  for (let index = 0; length < bytes; index++) {
    const text = PARAGRAPHS[index % PARAGRAPHS.length] ?? '';
    const part =
      `<p style="margin: 0in 0in 8pt; line-height: 107%;" class="MsoNormal">` +
      `<span style="font-size: 11.0pt;">${text}</span></p>`;
    parts.push(part);
    length += part.length;
  }
  parts.push('<p><a href="https://riverside.example/access">Access &gt;</a></p></div>');
  return parts.join('');
}
