import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { Bureau as BureauName } from '#values/bureau.ts'
import { Bureau } from '#web/ui/Bureau.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import tabsStyles from '#web/ui/Tabs.module.css'
import { tabForKey } from '#web/ui/tab-keys.ts'
import lettersStyles from './letters.module.css'

type Props<L> = {
  letters: readonly L[]
  children: (letter: L) => ReactNode
}

/** One letter at a time, chosen by its bureau. A single letter needs no tabs. */
export const LetterTabs = <L extends { bureau: BureauName }>({ letters, children }: Props<L>) => {
  const id = useId()
  const [chosen, choose] = useState<BureauName | null>(null)
  const letter = letters.find(({ bureau }) => bureau === chosen) ?? letters[0]
  if (letter === undefined) return null

  const move = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = tabForKey(event, letters, letter)
    if (next === undefined) return
    event.preventDefault()
    choose(next.bureau)
    document.getElementById(`${id}-${next.bureau}`)?.focus()
  }

  return (
    <>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        {letters.length === 1 ? (
          <Bureau bureau={letter.bureau} />
        ) : (
          <div
            className={`${tabsStyles.tabs} ${tabsStyles.three} ${lettersStyles.tabs}`}
            role="tablist"
            aria-label="Letters"
          >
            {letters.map(({ bureau }) => (
              <button
                key={bureau}
                id={`${id}-${bureau}`}
                role="tab"
                type="button"
                aria-selected={bureau === letter.bureau}
                aria-controls={`${id}-panel`}
                tabIndex={bureau === letter.bureau ? 0 : -1}
                onClick={() => choose(bureau)}
                onKeyDown={move}
              >
                <Bureau bureau={bureau} />
              </button>
            ))}
          </div>
        )}
      </div>
      {letters.length === 1 ? (
        children(letter)
      ) : (
        <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${letter.bureau}`} tabIndex={0}>
          {children(letter)}
        </div>
      )}
    </>
  )
}
