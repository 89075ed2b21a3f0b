// The editor works on a folder through handles of the File System Access API. npm run edit gives it such handles for the
// owner's folder, whichever browser it is, and writes what they are told.

/** The part of a FileSystemFileHandle that the editor uses. */
interface FileHandle {
  kind: "file";
  name: string;
  getFile: () => Promise<File>;
  createWritable: () => Promise<{ write: (data: BodyInit) => Promise<void>; close: () => Promise<void> }>;
}

/** The part of a FileSystemDirectoryHandle that it uses. */
interface DirectoryHandle {
  kind: "directory";
  name: string;
  entries: () => AsyncGenerator<[string, FileHandle | DirectoryHandle]>;
  getDirectoryHandle: (name: string, options?: { create?: boolean }) => Promise<DirectoryHandle>;
  getFileHandle: (name: string, options?: { create?: boolean }) => Promise<FileHandle>;
  removeEntry: (name: string) => Promise<void>;
}

type Entry = { name: string; kind: "file" | "directory" };

const notFound = (path: string) => new DOMException(`${path} is not there`, "NotFoundError");

type Ask = (method: string, path: string, body?: BodyInit) => Promise<Response>;

const createAsk =
  (address: string): Ask =>
  async (method, path, body) => {
    const response = await fetch(`${address}?path=${encodeURIComponent(path)}`, {
      method,
      headers: { "X-Edit": "1" },
      ...(body !== undefined && { body }),
    });
    if (response.status === 404) throw notFound(path);
    if (!response.ok) throw new Error(await response.text());
    return response;
  };

const join = (folder: string, name: string) => (folder === "" ? name : `${folder}/${name}`);

const toFile = (ask: Ask, path: string, name: string): FileHandle => ({
  kind: "file",
  name,
  getFile: async () => new File([await (await ask("GET", path)).blob()], name),
  createWritable: async () => {
    let written: BodyInit = "";
    return {
      write: async (data) => {
        written = data;
      },
      close: async () => {
        await ask("PUT", path, written);
      },
    };
  },
});

function toDirectory(ask: Ask, path: string, name: string): DirectoryHandle {
  const list = async () => (await (await ask("GET", `${path}/`)).json()) as Entry[];
  /** A name that is there, or may be made: a folder comes into being with its first file. */
  const assertThere = async (one: string, kind: Entry["kind"], isMade: boolean | undefined) => {
    if (isMade) return;
    const entries = await list();
    if (!entries.some((entry) => entry.name === one && entry.kind === kind)) throw notFound(join(path, one));
  };
  return {
    kind: "directory",
    name,
    async *entries() {
      for (const { name: one, kind } of await list().catch(() => [])) {
        const below = join(path, one);
        yield [one, kind === "file" ? toFile(ask, below, one) : toDirectory(ask, below, one)];
      }
    },
    getDirectoryHandle: async (one, { create } = {}) => {
      await assertThere(one, "directory", create);
      return toDirectory(ask, join(path, one), one);
    },
    getFileHandle: async (one, { create } = {}) => {
      await assertThere(one, "file", create);
      return toFile(ask, join(path, one), one);
    },
    removeEntry: async (one) => {
      await ask("DELETE", join(path, one));
    },
  };
}

/** Has the browser's own folder of this site be the owner's. */
export function useLocalFiles(address: string): void {
  const root = toDirectory(createAsk(address), "", "content");
  navigator.storage.getDirectory = () =>
    Promise.resolve({
      getDirectoryHandle: () => Promise.resolve(root),
    } as unknown as FileSystemDirectoryHandle);
  // Without it the editor writes in one step, as the other side does, which never leaves half a file.
  Reflect.deleteProperty(FileSystemFileHandle.prototype, "move");
}
