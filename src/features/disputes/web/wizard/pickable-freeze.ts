import { bureaus } from '#values/bureau.ts'
import type { FreezeAction } from '../../dispute-contract.ts'
import { freezeWords } from '../../freeze-rules.ts'
import type { DisputableItem, Option } from './disputable-item.ts'

/** What may be asked for, in the words of the contract. */
export const freezeActions = ['place', 'lift', 'remove'] as const satisfies readonly FreezeAction[]

const options: readonly Option[] = freezeActions.map(value => ({
  value,
  label: freezeWords[value].label,
  hint: freezeWords[value].hint,
  words: null,
  days: value === 'lift',
}))

/** A freeze as the one thing to choose: at every bureau, whatever the plan, for it is about files and not about items. */
export const disputableFreeze = (): DisputableItem[] => [
  {
    key: 'freeze',
    name: 'Security freeze',
    spellings: [],
    amount: '',
    fact: '',
    number: null,
    group: null,
    offered: bureaus.map(bureau => ({ bureau, shows: '' })),
    findings: [],
    listOptions: () => options,
    listRightAnswers: () => [],
    isReasonAllowed: () => true,
  },
]
