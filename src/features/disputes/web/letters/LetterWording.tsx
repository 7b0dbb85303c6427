import { useEffect, useRef, useState } from 'react'
import { useApiMutation } from '#web/api-hooks.ts'
import { client } from '#web/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextAreaField } from '#web/ui/Field.tsx'
import * as layoutStyles from '#web/ui/layout.module.css'
import { ErrorNote } from '#web/ui/Note.tsx'
import { useFocusFallback } from '#web/ui/use-focus-fallback.ts'
import type { Letter } from '../../dispute-contract.ts'
import { PaperText } from './LetterPaper.tsx'
import { replaceMiddle, splitLetter } from './letter-state.ts'
import * as lettersStyles from './letters.module.css'

type Props = { letter: Letter; onClose: () => void }

/** The id of a letter's container, which gets the focus when its wording is closed. */
export const letterPlace = (letterId: string): string => `letter-${letterId}`

/** Edits the middle of a letter. The parts around it are needed for the letter to reach the bureau. */
export const LetterWording = ({ letter, onClose }: Props) => {
  const { head, foot } = splitLetter(letter)
  const place = useFocusFallback(letterPlace(letter.id))
  const words = useRef<HTMLTextAreaElement>(null)
  useEffect(() => words.current?.focus(), [])
  const [text, setText] = useState(letter.editable)
  const { mutate, isPending, error } = useApiMutation(client.disputes.rewordLetter, {
    refreshes: [client.disputes.one, client.disputes.list],
    onDone: onClose,
  })
  const save = () => mutate({ letterId: letter.id, body: replaceMiddle(letter, text) })
  return (
    <section className={layoutStyles.stack} aria-label={`Wording of the ${letter.bureau} letter`} ref={place}>
      <div className={lettersStyles.desk}>
        <div className={lettersStyles.paper}>
          <PaperText text={head} />
          <TextAreaField
            label="Your wording"
            hint="An empty line begins a new paragraph. The addresses, what identifies you and the signature stay."
            error={error?.fields.body}
            ref={words}
            className={lettersStyles.wording}
            rows={16}
            maxLength={20_000}
            value={text}
            onChange={event => setText(event.target.value)}
          />
          <PaperText text={foot} />
        </div>
      </div>
      {error !== null && <ErrorNote error={error} safe="The letter is as it was." />}
      <div className={layoutStyles.row}>
        <Button variant="primary" busy={isPending} busyText="Saving..." onClick={save}>
          Save the wording
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
