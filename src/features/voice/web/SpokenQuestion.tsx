import { useReducer } from 'react'
import { Note } from '#web/ui/Note.tsx'
import { Recorder } from './Recorder.tsx'
import { type RecorderState, recordingFileName, reduceRecorder } from './recorder.ts'
import type { Answers } from './use-answers.ts'
import { useMicrophone } from './use-microphone.ts'
import { voiceTexts } from './voice-words.ts'

const idle: RecorderState = { is: 'idle' }

/** Asks aloud: records, lets the person listen, and sends only when told to. */
export const SpokenQuestion = ({ answered, setProblem }: Pick<Answers, 'answered' | 'setProblem'>) => {
  const [state, dispatch] = useReducer(reduceRecorder, idle)
  const { canRecord, seconds, levels, start, stop, drop } = useMicrophone((audio, full) =>
    dispatch({ did: 'stop', audio, full }),
  )
  if (!canRecord) return <Note tone="plain">{voiceTexts.noRecorder}</Note>

  const record = async () => {
    setProblem(null)
    if (await start()) dispatch({ did: 'start' })
    else setProblem(voiceTexts.noMicrophone)
  }
  const send = async () => {
    if (state.is !== 'ready') return
    if (state.audio.size === 0) return setProblem(voiceTexts.noAudio)
    const { type } = state.audio
    dispatch({ did: 'send' })
    const file = new File([state.audio], recordingFileName(type), { type })
    dispatch({ did: (await answered('[Audio message]', { file })) ? 'answered' : 'fail' })
  }
  const cancel = () => {
    drop()
    setProblem(null)
    dispatch({ did: 'cancel' })
  }
  return (
    <Recorder
      state={state}
      seconds={seconds}
      levels={levels}
      onStart={() => void record()}
      onStop={() => stop()}
      onSend={() => void send()}
      onCancel={cancel}
    />
  )
}
