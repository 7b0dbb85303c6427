/**
 * The `Content-Disposition` of a download: an ASCII name for old readers and the exact name in RFC 8187 form
 * (RFC 6266). A name can never break out of its quotes or add a header.
 */
export const attachment = (name: string): string => {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '-')
  const exact = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
