/**
 * No answer came. `refused`: the hub itself would not dial the address. `oversized`: more was sent than any answer
 * needs. `exhausted`: this machine has no more files or memory. `aborted`: the hub is closing.
 */
export class Unreached extends Error {
  override readonly name = "Unreached";
  readonly reason:
    | "refused"
    | "dns"
    | "connect"
    | "tls"
    | "timeout"
    | "broken"
    | "oversized"
    | "exhausted"
    | "aborted";
  constructor(reason: Unreached["reason"], message: string) {
    super(message);
    this.reason = reason;
  }
}
