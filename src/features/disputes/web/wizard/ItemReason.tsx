import { Choice } from '#web/ui/Choice.tsx'
import { Disclosure } from '#web/ui/Disclosure.tsx'
import fieldStyles from '#web/ui/Field.module.css'
import { FieldError } from '#web/ui/Field.tsx'
import layoutStyles from '#web/ui/layout.module.css'
import { Pill } from '#web/ui/Pill.tsx'
import textStyles from '#web/ui/text.module.css'
import { type DisputableItem, type Option, suggestedReasons } from './disputable-item.ts'
import { OptionWords } from './OptionWords.tsx'
import { RightBureau } from './RightBureau.tsx'
import wizardStyles from './wizard.module.css'
import type { Choice as Chosen } from './wizard.ts'
import { controlId, problemAt, type WizardPage } from './wizard-page.ts'

/** So many reasons stand in the open; the rest are one press away, and "something else" always comes last. */
const inTheOpen = 5

const isOther = ({ value }: Option): boolean => value === 'other'

/** Why one item is wrong, or what should happen to it: one answer, and details in the person's own words. */
export const ItemReason = ({
  item,
  choice,
  page,
}: {
  item: DisputableItem
  choice: Chosen
  page: WizardPage
}) => {
  const { key } = item
  const place = controlId({ key, part: 'reason' })
  const sentence = problemAt(page.wizard, { key, part: 'reason' })
  const options = item.listOptions(choice.bureaus, page.today)
  const suggested = suggestedReasons(item.findings)
  const chosen = options.find(({ value }) => value === choice.reason)
  const rightAnswers = chosen === undefined ? [] : item.listRightAnswers(chosen.value, choice.bureaus)
  const own = options.filter(one => !isOther(one))
  const open = own.slice(0, inTheOpen)
  const more = own.slice(inTheOpen)
  const radio = (option: Option) => (
    <Choice
      key={option.value}
      type="radio"
      name={place}
      id={option === options[0] ? place : undefined}
      checked={option === chosen}
      onChange={() => page.answer({ did: 'reason', key, reason: option.value })}
      title={
        <span className={wizardStyles.line}>
          <b>{option.label}</b>
          {suggested.includes(option.value) && <Pill tone="em2">suggested</Pill>}
        </span>
      }
      hint={option.hint}
    />
  )
  return (
    <fieldset
      className={wizardStyles.question}
      aria-describedby={sentence === null ? undefined : `${place}-error`}
    >
      <legend className={textStyles.visuallyHidden}>{item.name}</legend>
      <div className={`${layoutStyles.row} ${layoutStyles.spread}`}>
        <h3>{item.name}</h3>
        <span className={`${textStyles.muted} ${textStyles.number}`}>{item.amount}</span>
      </div>
      {sentence !== null && <FieldError id={`${place}-error`} text={sentence} />}
      <div className={fieldStyles.options}>
        {open.map(radio)}
        {more.length > 0 && (
          <Disclosure
            summary={`${more.length} more reasons`}
            open={more.some(one => one === chosen) || undefined}
          >
            <div className={fieldStyles.options}>{more.map(radio)}</div>
          </Disclosure>
        )}
        {options.filter(isOther).map(radio)}
      </div>
      {rightAnswers.length > 0 && <RightBureau answers={rightAnswers} choice={choice} page={page} />}
      {chosen !== undefined && <OptionWords option={chosen} choice={choice} page={page} />}
    </fieldset>
  )
}
