import { useAct } from '#console/parts/act.ts'
import { t } from '#console/texts.ts'
import { type ConsoleQuestion, closeQuestions } from '#contract/console/question.ts'
import { Button } from '#ui/button.tsx'
import { call } from '#ui/server/api.ts'
import { isOnline } from '#ui/server/online.ts'

/** Closes the questions of the project, or opens them again. */
export function ProjectSwitch({ project }: { project: ConsoleQuestion['project'] }) {
  const { act, isBusy } = useAct()
  const { id, name, isClosed } = project
  const change = () =>
    act(() => call(closeQuestions, { params: { id: String(id) }, body: { isClosed: !isClosed } }), {
      done: t(isClosed ? 'questions.opened' : 'questions.closed', { name }),
    })
  return (
    <div class="card question-switch">
      <p>{t(isClosed ? 'questions.isClosed' : 'questions.isOpen')}</p>
      <Button look="soft" isBusy={isBusy} disabled={!isOnline.value} onClick={() => void change()}>
        {t(isClosed ? 'questions.openAgain' : 'questions.close')}
      </Button>
    </div>
  )
}
