import { Link } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useUser } from '#web/session.ts'
import buttonStyles from '#web/ui/Button.module.css'
import cardStyles from '#web/ui/Card.module.css'
import descriptionListStyles from '#web/ui/DescriptionList.module.css'
import layoutStyles from '#web/ui/layout.module.css'
import textStyles from '#web/ui/text.module.css'
import { describeFreeze } from '../item-words.ts'
import { freezeActions } from './pickable-freeze.ts'
import wizardStyles from './wizard.module.css'
import type { Wizard } from './wizard.ts'
import type { WizardPage } from './wizard-page.ts'
import { countLetters, type Step } from './wizard-steps.ts'

/** Everything that the letters are made of, with the way to change it. */
export const CheckList = ({ page }: { page: WizardPage }) => {
  const { all, wizard, goTo, type } = page
  const { address } = useUser()
  const names = wizard.choices.map(choice => all.find(({ key }) => key === choice.key)?.name ?? '')
  const freeze = type.type === 'freeze' ? freezeAsked(wizard) : null
  return (
    <section className={cardStyles.card} aria-labelledby="check">
      <header className={wizardStyles.checkHeader}>
        <h3 id="check">Check before you send</h3>
      </header>
      <dl className={`${descriptionListStyles.list} ${descriptionListStyles.checklist}`}>
        <Line
          name={type.itemsName}
          text={freeze ?? names.join(', ')}
          step={freeze === null ? 'items' : 'why'}
          onChange={goTo}
        />
        <Line
          name="Letters"
          text={countLetters(wizard)
            .map(({ bureau }) => bureau)
            .join(', ')}
          step="letters"
          onChange={goTo}
        />
        <div>
          <dt>Your address</dt>
          <dd className={`${layoutStyles.row} ${layoutStyles.spread} ${layoutStyles.noWrap}`}>
            <span>
              {address.street}
              <br />
              {address.city}, {address.state} {address.postal}
            </span>
            <Link to="/profile">
              Change<span className={textStyles.visuallyHidden}> your address</span>
            </Link>
          </dd>
        </div>
        <Enclosed documentIds={wizard.documentIds} onChange={goTo} />
      </dl>
    </section>
  )
}

/** What a freeze asks for; days that were typed for a lift count for nothing else. */
const freezeAsked = ({ choices: [choice] }: Wizard): string | null => {
  const reason = freezeActions.find(one => one === choice?.reason)
  if (choice === undefined || reason === undefined) return null
  return describeFreeze(reason === 'lift' ? { ...choice, reason } : { reason, from: null, until: null })
}

type LineProps = { name: string; text: string; step: Step; onChange: (step: Step) => void }

const Line = ({ name, text, step, onChange }: LineProps) => (
  <div>
    <dt>{name}</dt>
    <dd className={`${layoutStyles.row} ${layoutStyles.spread} ${layoutStyles.noWrap}`}>
      <span>{text}</span>
      <button
        className={`${buttonStyles.button} ${buttonStyles.link}`}
        data-slot="button"
        data-variant="link"
        type="button"
        onClick={() => onChange(step)}
      >
        Change<span className={textStyles.visuallyHidden}> {name.toLowerCase()}</span>
      </button>
    </dd>
  </div>
)

type EnclosedProps = { documentIds: readonly string[]; onChange: (step: Step) => void }

const Enclosed = ({ documentIds, onChange }: EnclosedProps) => {
  const { data } = useApiQuery(client.documents.list)
  const names = documentIds.flatMap(id => data?.data.find(one => one.id === id)?.documentName ?? [])
  const text = documentIds.length === 0 ? 'Nothing' : names.join(', ')
  return <Line name="Enclosed" text={text} step="why" onChange={onChange} />
}
