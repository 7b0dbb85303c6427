import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { AgreeDialog } from '#features/account/web/AgreeDialog.tsx'
import { usePermission, useUser } from '#features/identity/web/session.ts'
import { useApiQuery } from '#web/api-hooks.ts'
import { isOffered } from '#web/capabilities.ts'
import { client } from '#web/client.ts'
import { Button, buttonLook } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { missingForPull } from '../refresh-rules.ts'

type GetReportActionsProps = {
  /** Whether the import is on this screen, so that no link to it is needed. */
  withImport?: boolean
}

/** How to get a report, shown if there is none: what a pull still needs, and the import. */
export const GetReportActions = ({ withImport = false }: GetReportActionsProps) => {
  const user = useUser()
  const isOwner = usePermission('never') === null
  const mayImport = usePermission('assist') === null
  const missing = isOwner ? missingForPull(user, isOffered('pulls')) : null
  if (missing === null && (withImport || !mayImport)) return null
  return (
    <div className={layoutStyles.row} data-slot="actions">
      {missing === 'agreement' && <AgreeToPulls />}
      {missing === 'terms' && (
        <Link {...buttonLook({ variant: 'primary' })} to="/profile" hash="consents">
          Read the terms
        </Link>
      )}
      {missing === 'identity' && (
        <Link {...buttonLook({ variant: 'primary' })} to="/profile" hash="identity">
          Confirm identity
        </Link>
      )}
      {!withImport && mayImport && (
        <Link
          {...buttonLook(missing === null ? { variant: 'primary' } : {})}
          to="/analytics/$tab"
          params={{ tab: 'overview' }}
          hash="import-report"
        >
          <Icon name="upload" />
          Import a report file
        </Link>
      )}
      {mayImport && (
        <Link {...buttonLook({ variant: 'link' })} to="/get-report">
          How to get a file
        </Link>
      )}
    </div>
  )
}

/** The consent is shown and given here, and recorded as in Profile. */
const AgreeToPulls = () => {
  const [asking, setAsking] = useState(false)
  const texts = useApiQuery(client.identity.consentTexts)
  const words = texts.data?.data.find(({ kind }) => kind === 'reportAccess')
  return (
    <>
      <Button
        variant="primary"
        icon="refresh"
        busy={asking && words === undefined && texts.error === null}
        onClick={() => {
          if (texts.error) void texts.refetch()
          setAsking(true)
        }}
      >
        Get my report
      </Button>
      {asking && texts.error && <ErrorNote error={texts.error} safe="No report was requested." />}
      {asking && words && <AgreeDialog words={words} onClose={() => setAsking(false)} />}
    </>
  )
}
