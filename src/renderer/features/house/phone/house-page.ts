import { render } from 'svelte/server';
import { followLanguage, intlLocale, languageAttributes } from '#renderer/i18n/locale.svelte.ts';
import { m } from '#renderer/i18n/messages.ts';
import { createFormat } from '#renderer/lib/format.ts';
import type { HousePage, HousePageFacts } from '#shared/model/house-page.ts';
import script from './follow.js?raw';
import HousePhone from './HousePhone.svelte';
import style from './house-page.css?inline';

/** The page of the house for phones, drawn where there is no browser: the only part of the renderer that main loads. */
export const housePage: HousePage = { style, script, draw };

function draw(facts: HousePageFacts): string {
  followLanguage(facts.language, []);
  const format = createFormat(intlLocale(), facts.timeZone, facts.timeStyle);
  const { body } = render(HousePhone, { props: { facts, format } });
  const { lang, dir } = languageAttributes();
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<noscript><meta http-equiv="refresh" content="5"></noscript>
<title>${m.house_title()}</title>
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}
