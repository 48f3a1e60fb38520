/**
 * What engines read as their own markup, in the text of a house or a platform: tags and references of SSML, espeak's
 * `[[phonemes]]`, commands in braces and behind backslashes, speech-dispatcher's own separators; and what nobody sees.
 */
const NOT_SPOKEN = /[<>&[\]{}\\|\p{Cc}\p{Bidi_Control}]/gu;

/** The text as it is handed to a voice. */
export function spokenText(text: string): string {
  return text.replace(NOT_SPOKEN, ' ');
}
