import { describe, expect, test } from 'vitest'
import { inLab } from '#test/support/chance.ts'
import { findAll, linesOf, parseHtml, textOf } from './tree.ts'

const treeOf = (text: string) => {
  const parsed = parseHtml(text)
  if ('stopped' in parsed) throw new Error(parsed.stopped)
  return parsed.root
}

const textsOf = (text: string, tag: string) => findAll(treeOf(text), one => one.tag === tag).map(textOf)

describe('a page becomes a tree', () => {
  test('without the content of scripts, styles and drawings', () => {
    const page =
      '<p>a<script>if (1<2) "<td>b"</script><style>td{}</style><noscript><td>c</td></noscript><svg><text>d</text></svg>e'
    expect(textOf(treeOf(page))).toBe('ae')
  })

  test('with the content of a template', () => {
    expect(textsOf('<div><template shadowmode="open"><p>x</p></template></div>', 'p')).toEqual(['x'])
  })

  test('with omitted optional end tags', () => {
    expect(textsOf('<table><tr><td>a<td>b<tr><td>c<div>d<td>e</table>f', 'td')).toEqual([
      'a',
      'b',
      'c d',
      'e',
    ])
    expect(textsOf('<ul><li>a<li>b</ul>', 'li')).toEqual(['a', 'b'])
    expect(textsOf('<p>a<p>b</p>c', 'p')).toEqual(['a', 'b'])
  })

  test('with the blocks that a script put into a paragraph', () => {
    expect(textsOf('<p>a<div>b</div></p>c', 'p')).toEqual(['a b'])
  })

  test('in which a nested table stays inside its cell', () => {
    const page = '<table><tr><td>a<table><tr><td>b</td></tr></table></td><td>c</td></tr></table>'
    expect(textsOf(page, 'td')).toEqual(['a b', 'c'])
  })

  test('in which stray end tags close nothing', () => {
    expect(textsOf('<table><tr><td>a</div></p>b</td></tr></table>', 'td')).toEqual(['ab'])
  })

  test('with lines where the page has line breaks and blocks', () => {
    expect(linesOf(treeOf('<td> 12 ELM\n ST<br>SALEM,&nbsp;VA<br>02415<div>05/2024</div></td>'))).toEqual([
      '12 ELM ST',
      'SALEM,\u00a0VA',
      '02415',
      '05/2024',
    ])
  })

  test('that detects whether its end is present', () => {
    expect(parseHtml('<html><body>a</body></html>')).toMatchObject({ isWhole: true })
    expect(parseHtml('<html><body>a</bo')).toMatchObject({ isWhole: false })
  })
})

describe('a hostile page is read or stopped quickly', () => {
  const many = inLab ? 1_000_000 : 300_000
  /** Reads what takes a sixth of a second, or half a minute if its time grows with the square of its length. */
  const parseInTime = (page: string) => {
    const began = process.threadCpuUsage()
    const parsed = parseHtml(page)
    expect(process.threadCpuUsage(began).user / 1e6).toBeLessThan(2)
    return parsed
  }
  test.each([
    ['deep elements', '<div>'.repeat(many), /nested too deeply/],
    ['deep formatting', '<b><i><a>'.repeat(many / 4), /nested too deeply/],
    ['deep lists', '<ul><li>'.repeat(50_000), /nested too deeply/],
    ['deep drawings', '<svg>'.repeat(many), /nested too deeply/],
    ['tables in tables', '<table>'.repeat(many), /nested too deeply/],
    ['more elements than any report', '<br>'.repeat(600_000), /too many elements/],
  ])('%s', (_, page, words) => {
    const parsed = parseInTime(page)
    expect('stopped' in parsed && parsed.stopped).toMatch(words)
  })

  test.each([
    [
      'one tag with very many attributes',
      `<p ${Array.from({ length: 200_000 }, (_, n) => `a${n}=1`).join(' ')}>`,
    ],
    ['very many classes', `<p class="${'a '.repeat(many)}">`],
    ['angle brackets', '<'.repeat(many)],
    ['comments never closed', '<!--'.repeat(many)],
    ['character references', '&amp'.repeat(many)],
    ['end tags without a start', `${'<div>'.repeat(500)}${'</p>'.repeat(many)}`],
    ['cells below many elements', `<td><table>${'<div>'.repeat(500)}${'<td>'.repeat(100_000)}`],
    ['NULs', '\u0000'.repeat(many)],
  ])('%s', (_, page) => {
    expect(parseInTime(page)).toHaveProperty('root')
  })
})
