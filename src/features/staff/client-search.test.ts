import { expect, test } from 'vitest'
import { parseClientSearch } from './client-search.ts'

test.each([
  ['', { by: 'nothing' }],
  ['   ', { by: 'nothing' }],
  ['maya.brooks@mail.example', { by: 'email', email: 'maya.brooks@mail.example' }],
  ['(202) 555-0143', { by: 'phone', phoneNumber: '(202) 555-0143' }],
  ['+1 202.555.0143', { by: 'phone', phoneNumber: '+1 202.555.0143' }],
  ['2025550143', { by: 'phone', phoneNumber: '2025550143' }],
  ['Maya', { by: 'words', words: ['maya'] }],
  ['  Maya   BROOKS ', { by: 'words', words: ['maya', 'brooks'] }],
  ['O’Neill-Bell', { by: 'words', words: ['o', 'neill', 'bell'] }],
  ['José', { by: 'words', words: ['josé'] }],
  ['Jose\u0301', { by: 'words', words: ['josé'] }],
  ['Henry 3', { by: 'words', words: ['henry', '3'] }],
  ['12', { by: 'words', words: ['12'] }],
  ['!!!', { by: 'words', words: [] }],
])('%j is searched as %j', (query, search) => {
  expect(parseClientSearch(query)).toEqual(search)
})
