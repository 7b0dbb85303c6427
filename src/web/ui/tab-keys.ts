type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/**
 * The tab that a key selects: the arrows wrap around, Home and End go to the ends. Undefined for other keys, and with a
 * modifier, which is left to the browser: Alt and an arrow navigate its history.
 */
export const tabForKey = <Tab>(
  { key, altKey, ctrlKey, metaKey, shiftKey }: Pressed,
  tabs: readonly Tab[],
  from: Tab,
): Tab | undefined => {
  if (altKey || ctrlKey || metaKey || shiftKey) return undefined
  const at = tabs.indexOf(from)
  switch (key) {
    case 'ArrowRight':
      return tabs[(at + 1) % tabs.length]
    case 'ArrowLeft':
      return tabs.at(at - 1)
    case 'Home':
      return tabs[0]
    case 'End':
      return tabs.at(-1)
    default:
      return undefined
  }
}
