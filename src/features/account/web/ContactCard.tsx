import { useState } from 'react'
import type { UserInfo } from '#features/identity/contract.ts'
import { showPhone } from '#values/phone.ts'
import { usePermission } from '#web/opened.ts'
import { Pill } from '#web/ui/Pill.tsx'
import { AddressForm } from './AddressForm.tsx'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { ContactPart } from './ContactPart.tsx'
import { EmailForm } from './EmailForm.tsx'
import { PhoneChange } from './PhoneChange.tsx'

type Part = 'email' | 'phone' | 'address'
type Said = { part: Part; words: string }

/** How the person is reached: email, phone and postal address, each changed on its own. */
export const ContactCard = ({ user }: { user: UserInfo }) => {
  const barred = usePermission('never') !== null
  const [open, setOpen] = useState<Part | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const { street, city, state, postal } = user.address

  const partOf = (part: Part) => ({
    id: part,
    editing: open === part,
    said: said?.part === part ? said.words : null,
    barred,
    onEdit: () => {
      setSaid(null)
      setOpen(part)
    },
    onCancel: () => setOpen(null),
  })
  const doneWith = (part: Part) => (words: string) => {
    setOpen(null)
    setSaid({ part, words })
  }
  return (
    <section className="card stack-s" aria-labelledby="contact">
      <h2 className="h3" id="contact">
        Contact details
      </h2>
      {barred && <p className="muted">Only the client can change these.</p>}
      <ContactPart
        {...partOf('email')}
        name="Email"
        value={user.email}
        mark={
          user.emailVerified ? (
            <Pill tone="green" icon="check">
              Confirmed
            </Pill>
          ) : (
            <Pill icon="clock">Not confirmed</Pill>
          )
        }
        form={<EmailForm email={user.email} onDone={doneWith('email')} />}
        more={
          !user.emailVerified &&
          !barred && (
            <ConfirmEmail
              key={user.email}
              email={user.email}
              mailed={said?.part === 'email'}
              onDone={doneWith('email')}
            />
          )
        }
      />
      <ContactPart
        {...partOf('phone')}
        name="Phone"
        value={<span className="num">{showPhone(user.phoneNumber)}</span>}
        form={<PhoneChange onDone={doneWith('phone')} />}
      />
      <ContactPart
        {...partOf('address')}
        name="Address"
        value={`${street}, ${city}, ${state} ${postal}`}
        form={<AddressForm address={user.address} onDone={doneWith('address')} />}
      />
    </section>
  )
}
