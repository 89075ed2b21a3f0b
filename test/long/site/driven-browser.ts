/** A browser that is driven from outside, whatever protocol it speaks. */
export interface DrivenBrowser {
  /** Errors and warnings of the pages. */
  troubles: string[];
  visit: (url: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** Runs an expression in the page and gives its value, which JSON can hold. */
  evaluate: <T>(expression: string) => Promise<T>;
  /** Types into the element that has the focus; a letter of the private area is a key: WebDriver says which. */
  type: (text: string) => Promise<void>;
  back: () => Promise<void>;
  close: () => Promise<void>;
}
