import { randomUUID } from 'node:crypto'

/** A field of a form, or a file in it. */
export type FormPart =
  | { name: string; value: string }
  | { name: string; file: Uint8Array | string; type: string; filename?: string }

const headOf = (part: FormPart) => {
  const named = `content-disposition: form-data; name="${part.name}"`
  return 'value' in part
    ? named
    : `${named}; filename="${part.filename ?? 'report'}"\r\ncontent-type: ${part.type}`
}

/** A multipart body of these parts in this order, and its content type. */
export const encodeMultipart = (
  parts: readonly FormPart[],
  boundary = `test-${randomUUID()}`,
): { payload: Buffer; type: string } => {
  const bodies = parts.flatMap(part => [
    Buffer.from(`--${boundary}\r\n${headOf(part)}\r\n\r\n`),
    Buffer.from('value' in part ? part.value : part.file),
    Buffer.from('\r\n'),
  ])
  return {
    payload: Buffer.concat([...bodies, Buffer.from(`--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  }
}
