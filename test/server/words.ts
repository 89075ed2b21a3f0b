/** The words of a text, for lists that would take a line each. */
export const words = (text: string): string[] => text.trim().split(/\s+/);
