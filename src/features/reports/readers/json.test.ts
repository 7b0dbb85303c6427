import { expect, test } from 'vitest'
import { parseJson, rawAt, rawText } from './json.ts'
import { oncePerName } from './once-per-name.ts'

/** 2^53 + 1, which a JavaScript number cannot represent. */
const account = '9007199254740993'

test.each([
  ['after a colon', `{"n":${account}}`],
  ['after spaces', `{"n":   ${account}}`],
  ['in a list', `{"n":[${account}]}`],
  ['before others', `{"n":[ ${account},1]}`],
  ['as a text', `{"n":"${account}"}`],
])('a long account number keeps its digits %s', (_where, text) => {
  const read = parseJson(text)
  expect('tree' in read && rawText(read.tree, 'n')).toBe(account)
})

test('an SSN in a document is removed from all its texts, but not from other documents', () => {
  const read = parseJson(
    '{"ssn":"666-34-4417","a":{"remark":"of 666344417"},"b":["666.34.4417","x4417"],"SSN":{"number":"666354418"},"c":"666354418"}',
  )
  const text = JSON.stringify('tree' in read && read.tree, (_key, value: unknown) =>
    value instanceof Map ? [...value] : value,
  )
  expect(text).not.toMatch(/666/)
  expect(text).toContain('"c","XXXXX4418"')
  expect('tree' in read && rawText(read.tree, 'b')).toBe('XXXXX4417')
})

test('keys are found in any style, and none access a prototype', () => {
  const read = parseJson('{"__proto__":{"polluted":"yes"},"constructor":"c","toString":{"valueOf":"v"}}')
  expect('tree' in read && rawAt(read.tree, 'to_string', 'value-of')).toBe(null)
  expect('tree' in read && rawText(read.tree, 'toString', 'valueOf')).toBe('v')
  expect('tree' in read && rawText(read.tree, '__proto__', 'polluted')).toBe('yes')
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

test('a name’s value is computed once, even if a hostile document has many others', () => {
  const computed: string[] = []
  const lengthOf = oncePerName(name => {
    computed.push(name)
    return { length: name.length }
  })
  expect([lengthOf('constructor'), lengthOf('constructor')]).toEqual([{ length: 11 }, { length: 11 }])
  expect(computed).toEqual(['constructor'])
  for (let n = 0; n < 2_500; n += 1) expect(lengthOf(`key ${n}`).length).toBe(`key ${n}`.length)
  expect(lengthOf('constructor')).toEqual({ length: 11 })
  expect(computed.filter(name => name === 'constructor')).toHaveLength(2)
})
