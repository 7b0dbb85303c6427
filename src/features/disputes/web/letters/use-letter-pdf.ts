import { useAct } from '#web/ask.ts'
import { client } from '#web/client.ts'
import { saveBlob } from '#web/ui/save-blob.ts'
import { allLettersFileName, letterFileName } from '../../file-names.ts'

/** Fetches one letter and saves it as a file named after its dispute. */
export const useLetterPdf = (title: string, letterId: string) => {
  const { mutate, isPending, error } = useAct(client.disputes.letterPdf, {
    onDone: pdf => saveBlob(pdf, letterFileName(title, letterId)),
  })
  return { download: () => mutate({ letterId }), busy: isPending, failure: error }
}

/** Fetches all letters of a dispute as one file and saves it. */
export const useAllLettersPdf = (title: string, disputeId: string) => {
  const { mutate, isPending, error } = useAct(client.disputes.allLettersPdf, {
    onDone: pdf => saveBlob(pdf, allLettersFileName(title, disputeId)),
  })
  return { download: () => mutate({ disputeId }), busy: isPending, failure: error }
}
