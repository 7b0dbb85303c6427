/** What a text says as JSON; undefined when it is none. */
export const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
