/** An issue that the person at the keyboard can fix; it is shown without a stack. */
export class UsageError extends Error {}
