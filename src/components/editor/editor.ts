import {
  type EditedFile,
  type EditorConfig,
  type EditorField,
  editedFiles,
  formatOf,
} from "../../publish/editor.ts";
import { useLocalFiles } from "./local-files.ts";
import { readForm, writeForm } from "./file-form.ts";

/** The globals of Sveltia CMS's script. */
interface Cms {
  registerCustomFormat: (
    name: string,
    extension: string,
    format: { fromFile: (text: string) => unknown; toFile: (values: Record<string, unknown>) => string },
  ) => void;
  init: (options: { config: unknown }) => void;
}

declare global {
  interface Window {
    CMS_MANUAL_INIT?: boolean;
    CMS?: Cms;
  }
}

const fieldsOf = ({ collections }: EditorConfig): Map<string, readonly EditorField[]> =>
  new Map(
    collections
      .flatMap((collection) => collection.files ?? [collection])
      .map(({ name, fields = [] }) => [name, fields]),
  );

/** Starts the editor with what the page says of it. */
async function start(): Promise<void> {
  const { script = "", config: address = "", files } = document.body.dataset;
  if (files !== undefined) useLocalFiles(files);
  const config = (await (await fetch(address)).json()) as EditorConfig;
  window.CMS_MANUAL_INIT = true;
  const loaded = Promise.withResolvers<void>();
  const element = document.createElement("script");
  element.src = script;
  element.addEventListener("load", () => loaded.resolve());
  element.addEventListener("error", () => loaded.reject(new Error(`${script} cannot be loaded`)));
  document.head.append(element);
  await loaded.promise;
  const cms = window.CMS;
  if (cms === undefined) throw new Error(`${script} is not the editor`);
  const fields = fieldsOf(config);
  for (const [name, file] of Object.entries(editedFiles) as [string, EditedFile][]) {
    const form = { file, fields: fields.get(name) ?? [] };
    cms.registerCustomFormat(formatOf(file), file.form === "markdown" ? "md" : "yaml", {
      fromFile: (text) => readForm(form, text),
      toFile: (values) => writeForm(form, values),
    });
  }
  cms.init({ config });
  // There is nobody to sign in: the only button says which folder, and there is only one.
  if (files !== undefined) {
    const signIn = new MutationObserver(() => {
      const button = document.querySelector<HTMLButtonElement>("#nc-root button:not([disabled])");
      if (button === null) return;
      signIn.disconnect();
      button.click();
    });
    signIn.observe(document.body, { childList: true, subtree: true });
  }
}

void start();
