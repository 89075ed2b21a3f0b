/** Text as the API compares it: neither case nor composition counts. Its cost grows with the square of a run of accents. */
export const fold = (text: string): string => text.normalize("NFC").toLowerCase();

/** Letters as the search on the site and ids have them: without case and accents. The length may change. */
export const foldAccents = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l");
