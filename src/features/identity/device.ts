/** Browsers by their names in the header, the more specific ones first. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
] as const

const nameIn = (names: readonly (readonly [RegExp, string])[], agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** Describes a device from its `User-Agent` header (RFC 9110 section 10.1.5): 'Chrome on Windows'. */
export const describeDevice = (agent: string): string => {
  const [browser, system] = [nameIn(browsers, agent), nameIn(systems, agent)]
  if (!browser) return system ? `A program on ${system}` : 'A program'
  return system ? `${browser} on ${system}` : browser
}
