import { usePermission } from '#features/identity/web/session.ts'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { downloadBlob } from '#web/ui/download-blob.ts'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote, Note } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { Dispute } from '../../dispute-contract.ts'
import { caseFileName } from '../../file-names.ts'

/**
 * Saves the whole dispute as one sealed archive, for a lawyer or a court. Not offered to staff, nor before the letters
 * are confirmed.
 */
export const CaseFile = ({ dispute: { id, title, awaitingAttestation } }: { dispute: Dispute }) => {
  const barred = usePermission('never')
  const { mutate, isPending, isSuccess, error } = useApiMutation(client.disputes.caseFile, {
    onDone: archive => downloadBlob(archive, caseFileName(title, id)),
  })
  if (barred !== null || awaitingAttestation) return null
  return (
    <section className={`${cardStyles.card} ${layoutStyles.stackSmall}`} aria-labelledby="case-file">
      <h3 id="case-file">Case file</h3>
      <p className={textStyles.muted}>
        One sealed ZIP file with the letters as they were mailed, the proof of each mailing, tracking, the
        answers you recorded and what your reports showed, for a lawyer, a court or a regulator. Anybody can
        check that nothing in it was changed. It holds your personal details, so give it only to people who
        need them.
      </p>
      {error !== null && <ErrorNote error={error} />}
      {isSuccess && (
        <Note tone="green" role="status">
          The case file was downloaded. Keep it as it is: a ZIP made again from its files has no seal.
        </Note>
      )}
      <div>
        <Button
          icon="download"
          busy={isPending}
          busyText="Collecting..."
          onClick={() => mutate({ disputeId: id })}
        >
          Download the case file
        </Button>
      </div>
    </section>
  )
}
