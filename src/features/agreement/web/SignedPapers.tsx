import { showDay } from '#values/dates.ts'
import { useApiMutation, useApiQuery } from '#web/api-hooks.ts'
import { browserTimeZone } from '#web/browser-time-zone.ts'
import type { Call } from '#web/call.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import * as cardStyles from '#web/ui/Card.module.css'
import { downloadBlob } from '#web/ui/download-blob.ts'
import { ErrorNote } from '#web/ui/Note.tsx'
import * as textStyles from '#web/ui/text.module.css'
import type { SignedPaper } from '../contract.ts'
import * as styles from './agreement.module.css'

/** Downloads of what the user signed, each contract with its notice of cancellation. */
export const SignedPapers = ({ papers }: { papers: readonly SignedPaper[] }) => (
  <section className={`${cardStyles.card} ${cardStyles.flush}`} aria-labelledby="signed-papers">
    <header>
      <h2 id="signed-papers">Signed papers</h2>
    </header>
    <ul className={styles.papers}>
      {papers.map(({ kind, id, title, signedAt }) => {
        const on = showDay(signedAt, browserTimeZone)
        return (
          <li key={id}>
            <span>
              <b>{title}</b>
              <small className={`${textStyles.muted} ${textStyles.number}`}>Signed {on}</small>
            </span>
            {kind === 'disclosure' ? (
              <Download
                call={client.agreement.disclosurePdf}
                paperId={id}
                file="credit-file-rights-signed.pdf"
                label="Download"
                what={`${title}, signed ${on}`}
              />
            ) : (
              <>
                <Download
                  call={client.agreement.noticePdf}
                  paperId={id}
                  file="notice-of-cancellation.pdf"
                  label="Notice of cancellation"
                  what={`signed ${on}`}
                />
                <Download
                  call={client.agreement.contractPdf}
                  paperId={id}
                  file="agreement-signed.pdf"
                  label="Download"
                  what={`${title}, signed ${on}`}
                />
              </>
            )}
          </li>
        )
      })}
    </ul>
  </section>
)

type DownloadProps = {
  call: Call<{ paperId: string }, Blob>
  paperId: string
  file: string
  label: string
  what: string
}

const Download = ({ call, paperId, file, label, what }: DownloadProps) => {
  const download = useApiMutation(call, { onDone: bytes => downloadBlob(bytes, file) })
  return (
    <>
      {download.error && <ErrorNote error={download.error} />}
      <Button
        size="small"
        icon="download"
        busy={download.isPending}
        aria-label={`${label}: ${what}`}
        onClick={() => download.mutate({ paperId })}
      >
        {label}
      </Button>
    </>
  )
}

/** The same in Documents; hidden if nothing was signed. */
export const SignedPapersOfUser = () => {
  const { data } = useApiQuery(client.agreement.read)
  return data === undefined || data.papers.length === 0 ? null : <SignedPapers papers={data.papers} />
}
