/** The six numbers of a transformation, as in PDF. */
export type Matrix = readonly [number, number, number, number, number, number]
export type Box = readonly [left: number, top: number, right: number, bottom: number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** First `inner`, then `outer`. */
export const multiply = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
]

export const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [x: number, y: number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

/** The axis-aligned box around a transformed box. */
export const boxOf = (matrix: Matrix, [left, top, right, bottom]: Box): Box => {
  const corners = [
    apply(matrix, left, top),
    apply(matrix, right, top),
    apply(matrix, left, bottom),
    apply(matrix, right, bottom),
  ]
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

export const liesApart = (one: Box, other: Box): boolean =>
  one[0] > other[2] || other[0] > one[2] || one[1] > other[3] || other[1] > one[3]

/** The intersection of two boxes; if they are disjoint, an empty box at the edge of the first. */
export const intersect = (one: Box, other: Box): Box => {
  const left = Math.min(Math.max(one[0], other[0]), one[2])
  const top = Math.min(Math.max(one[1], other[1]), one[3])
  return [left, top, Math.max(left, Math.min(one[2], other[2])), Math.max(top, Math.min(one[3], other[3]))]
}

export const contains = ([left, top, right, bottom]: Box, x: number, y: number): boolean =>
  x >= left && x <= right && y >= top && y <= bottom

/** The numbers of any kind of array; null when one is not a number. */
const numbersOf = (value: unknown): number[] | null => {
  if (!Array.isArray(value) && !(value instanceof Float32Array) && !(value instanceof Float64Array))
    return null
  const numbers = Array.from<unknown>(value)
  return numbers.every(one => typeof one === 'number') ? numbers : null
}

export const toMatrix = (value: unknown): Matrix | null => {
  const [a, b, c, d, e, f] = numbersOf(value) ?? []
  return a === undefined ||
    b === undefined ||
    c === undefined ||
    d === undefined ||
    e === undefined ||
    f === undefined
    ? null
    : [a, b, c, d, e, f]
}

export const toBox = (value: unknown): Box | null => {
  const [left, top, right, bottom] = numbersOf(value) ?? []
  return left === undefined || top === undefined || right === undefined || bottom === undefined
    ? null
    : [left, top, right, bottom]
}
