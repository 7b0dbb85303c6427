/** Lets the browser save a file from an endpoint under a name. */
export const downloadBlob = (blob: Blob, name: string) => {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
