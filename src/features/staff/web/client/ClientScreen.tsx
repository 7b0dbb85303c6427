import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { showDay } from '#values/dates.ts'
import { showPhone } from '#values/phone.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import { client as server } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import * as descriptionListStyles from '#web/ui/DescriptionList.module.css'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { Note } from '#web/ui/Note.tsx'
import { Pending } from '#web/ui/Pending.tsx'
import type { ClientFile } from '../../client-contract.ts'
import type { Manager } from '../../contract.ts'
import { StepHeading } from '../ManagerPage.tsx'
import { OpenClientDialog } from '../OpenClient.tsx'
import { mayServe } from '../roles.ts'
import { StaffOnly, StaffPage } from '../StaffPage.tsx'
import * as staffStyles from '../staff.module.css'
import * as styles from './client.module.css'
import { NotesCard } from './NotesCard.tsx'
import { ResponsibleCard } from './ResponsibleCard.tsx'
import { TasksCard } from './TasksCard.tsx'

type ClientScreenProps = {
  /** Sections of other features for a client whom this manager serves. */
  sections?: (clientId: string) => ReactNode
}

/** One client as shown to staff without opening the account. */
export const ClientScreen = ({ sections }: ClientScreenProps) => (
  <StaffOnly title="Client">
    <File sections={sections} />
  </StaffOnly>
)

const File = ({ sections }: ClientScreenProps) => {
  const { clientId = '' } = useParams({ strict: false })
  const me = useApiQuery(server.staff.me)
  const file = useApiQuery(server.clients.read, { clientId })
  const serves = me.data !== undefined && mayServe(me.data.role) && file.data?.access === 'serve'
  return (
    <StaffPage
      me={me}
      list={
        me.data &&
        file.data && (
          <div className={staffStyles.wide}>
            {serves ? (
              <>
                <TasksCard clientId={clientId} me={me.data.id} />
                <NotesCard clientId={clientId} />
                {sections?.(clientId)}
              </>
            ) : (
              <NotServed access={file.data.access} />
            )}
          </div>
        )
      }
    >
      <Link to="/manager" className={layoutStyles.backLink}>
        <Icon name="left" /> All clients
      </Link>
      <Pending queries={[me, file]} />
      {me.data && file.data && <Facts file={file.data} manager={me.data} serves={serves} />}
    </StaffPage>
  )
}

const NotServed = ({ access }: { access: ClientFile['access'] }) => (
  <Note tone="blue" title={access === 'take' ? 'Nobody is responsible for this client' : 'You read lists'}>
    {access === 'take'
      ? 'Take the client to read notes and tasks and to open the account.'
      : 'Notes and tasks are for the managers who serve the client.'}
  </Note>
)

type FactsProps = { file: ClientFile; manager: Manager; serves: boolean }

const Facts = ({ file, manager, serves }: FactsProps) => {
  const [opening, setOpening] = useState(false)
  const name = `${file.firstName} ${file.lastName}`
  return (
    <>
      <section className={`${cardStyles.card} ${layoutStyles.stack}`} aria-labelledby="client">
        <StepHeading id="client">{name}</StepHeading>
        <dl className={`${descriptionListStyles.list} ${styles.facts}`}>
          <Fact name="Phone">{showPhone(file.phoneNumber)}</Fact>
          <Fact name="Email">
            <span className={staffStyles.link}>{file.email}</span>
          </Fact>
          <Fact name="Max Plan">{file.subscription ? 'On' : 'Off'}</Fact>
          <Fact name="Identity">{file.skippedVerification ? 'Not verified' : 'Verified'}</Fact>
          <Fact name="Client since">{showDay(file.createdAt, browserTimeZone)}</Fact>
        </dl>
        {serves && (
          <Button icon="user" block onClick={() => setOpening(true)}>
            Open account
          </Button>
        )}
      </section>
      <ResponsibleCard file={file} manager={manager} />
      {opening && (
        <OpenClientDialog whom={{ phoneNumber: file.phoneNumber, name }} onClose={() => setOpening(false)} />
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
