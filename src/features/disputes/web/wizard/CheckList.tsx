import { Link } from '@tanstack/react-router'
import { useApiQuery } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { useUser } from '#web/session.ts'
import { describeFreeze } from '../item-words.ts'
import { freezeActions } from './pickable-freeze.ts'
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
    <section className="card" aria-labelledby="check">
      <header>
        <h3 id="check">Check before you send</h3>
      </header>
      <dl className="dl chk">
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
          <dd className="row sp nw">
            <span>
              {address.street}
              <br />
              {address.city}, {address.state} {address.postal}
            </span>
            <Link to="/profile">
              Change<span className="vh"> your address</span>
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
    <dd className="row sp nw">
      <span>{text}</span>
      <button className="btn lnk" type="button" onClick={() => onChange(step)}>
        Change<span className="vh"> {name.toLowerCase()}</span>
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
