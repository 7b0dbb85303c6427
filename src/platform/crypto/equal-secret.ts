import { timingSafeEqual } from 'node:crypto'

/** Whether two texts are the same, in a time that tells nothing of where they differ. */
export const isEqualSecret = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
