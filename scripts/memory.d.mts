/** Linux's file system in memory, if this user may write there and that many bytes are free; else undefined. */
export function folderInMemory(bytes: number): string | undefined
