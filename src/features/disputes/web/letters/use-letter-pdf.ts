import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { downloadBlob } from '#web/ui/download-blob.ts'
import { allLettersFileName, letterFileName } from '../../file-names.ts'

/** Fetches one letter and saves it as a file named after its dispute. */
export const useLetterPdf = (title: string, letterId: string) => {
  const { mutate, isPending, error } = useApiMutation(client.disputes.letterPdf, {
    onDone: pdf => downloadBlob(pdf, letterFileName(title, letterId)),
  })
  return { download: () => mutate({ letterId }), busy: isPending, failure: error }
}

/** Fetches all letters of a dispute as one file and saves it. */
export const useAllLettersPdf = (title: string, disputeId: string) => {
  const { mutate, isPending, error } = useApiMutation(client.disputes.allLettersPdf, {
    onDone: pdf => downloadBlob(pdf, allLettersFileName(title, disputeId)),
  })
  return { download: () => mutate({ disputeId }), busy: isPending, failure: error }
}
