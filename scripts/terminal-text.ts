// Joiners hold emoji and words of some scripts together, and do nothing between ASCII characters but hide.
const control = /(?!(?<=[^\p{ASCII}])[\u200C\u200D](?=[^\p{ASCII}]))[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const toEscape = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`;

/**
 * Text that others wrote, fit for one line of a terminal: control, invisible and direction-changing characters, line
 * breaks and tabs included, are shown as \u{1b}, so that they neither act on the terminal nor forge a line.
 */
export const showControls = (text: string): string => text.replace(control, toEscape);

/** The same for a message of several lines, whose line breaks are ours. */
export const showControlsInLines = (text: string): string => text.split("\n").map(showControls).join("\n");

/** JSON for machines that people may read in a terminal, too: JSON itself escapes only some of them. */
export const toTerminalJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent)
    .split("\n")
    .map((line) =>
      line.replace(control, (unit) =>
        Array.from({ length: unit.length }, (_, at) => toJsonEscape(unit.charCodeAt(at))).join(""),
      ),
    )
    .join("\n");

const toJsonEscape = (code: number): string => `\\u${code.toString(16).padStart(4, "0")}`;
