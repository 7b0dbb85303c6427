import { useUser } from '#web/session.ts'
import { lettersOf, type Step } from './wizard.ts'
import type { WizardPage } from './wizard-page.ts'

/** Everything that the letters are made of, with the way to change it. */
export const CheckList = ({ page }: { page: WizardPage }) => {
  const { all, wizard, goTo } = page
  const { address } = useUser()
  const names = wizard.choices.map(
    choice => all.find(({ accountId }) => accountId === choice.accountId)?.name ?? '',
  )
  return (
    <section className="card" aria-labelledby="check">
      <header>
        <h3 id="check">Check before you send</h3>
      </header>
      <dl className="dl chk">
        <Line name="Items" text={names.join(', ')} step="items" onChange={goTo} />
        <Line
          name="Letters"
          text={lettersOf(wizard)
            .map(({ bureau }) => bureau)
            .join(', ')}
          step="letters"
          onChange={goTo}
        />
        <div>
          <dt>Your address</dt>
          <dd>
            {address.street}
            <br />
            {address.city}, {address.state} {address.postal}
          </dd>
        </div>
      </dl>
    </section>
  )
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
