const maxLeaseSeconds = 30 * 86_400;
const defaultLeaseSeconds = 10 * 86_400;

/** How long a subscription lasts: what it asked for, within what this hub gives. */
export const clampLease = (asked = defaultLeaseSeconds, minLeaseSeconds: number): number =>
  Math.min(Math.max(asked, minLeaseSeconds), maxLeaseSeconds);
