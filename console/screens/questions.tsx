import { SearchField } from '#console/parts/field/search-field.tsx'
import { useQueryParams, withoutEmpty } from '#console/parts/query-params.ts'
import { ResultList } from '#console/parts/result-list.tsx'
import { t } from '#console/texts.ts'
import { listConsoleQuestions, type QuestionStatus, questionStatuses } from '#contract/console/question.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useLast } from '#ui/last.ts'
import { useCall } from '#ui/server/query.ts'
import { Empty } from '#ui/states.tsx'
import { count } from '#ui/time/format.ts'
import { Title } from '#ui/title.tsx'
import { ProjectSwitch } from './questions/project-switch.tsx'
import { QuestionCard } from './questions/question-card.tsx'
import './questions/questions.css'

export function Questions() {
  const { values, set } = useQueryParams(['text', 'project', 'status', 'page'])
  const found = useCall(listConsoleQuestions, { query: withoutEmpty(values) as object }, { isPrivate: true, isSaved: false })
  const list = useLast(found.answer)
  const counts = list?.counts
  const all = counts && counts.unanswered + counts.answered + counts.hidden
  const reset = () => set({ text: '', project: '', status: '' })
  const isFiltered = values.text !== '' || values.project !== '' || values.status !== ''
  const isDone = values.status === 'unanswered' && values.text === '' && values.project === ''
  const chip = (status: QuestionStatus | '', label: string, number: number | undefined) => (
    <button key={status} type="button" class="chip" aria-pressed={values.status === status} onClick={() => set({ status })}>
      {label} {number !== undefined && <span class="soft">{count(number)}</span>}
    </button>
  )
  return (
    <>
      <Title>{t('questions.title')}</Title>
      <search>
        <div class="tools">
          <SearchField label={t('questions.search')} value={values.text} onSearch={(text) => set({ text })} />
          {values.project && (
            <button type="button" class="chip" onClick={() => set({ project: '' })}>
              <bdi>{t('questions.only', { name: list?.project?.name ?? values.project })}</bdi>
              <Icon name="close" size={18} />
            </button>
          )}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be for a form */}
        <div class="row question-states" role="group" aria-label={t('questions.states')}>
          {chip('', t('all'), all)}
          {questionStatuses.map((status) => chip(status, t(`questions.${status}`), counts?.[status]))}
        </div>
      </search>
      {list?.project && <ProjectSwitch project={list.project} />}
      <ResultList
        found={found}
        count={(total) => t('questions.found', { count: total })}
        empty={
          isDone ? (
            <Empty icon="check" title={t('questions.done')}>
              {t('questions.done.text')}
            </Empty>
          ) : isFiltered ? (
            <Empty title={t('questions.nothing')} action={<Button onClick={reset}>{t('questions.reset')}</Button>}>
              {t('questions.nothing.text')}
            </Empty>
          ) : (
            <Empty icon="question" title={t('questions.none')}>
              {t('questions.none.text')}
            </Empty>
          )
        }
        onPage={(page) => set({ page: String(page) })}
      >
        {({ questions }) => (
          <ul class="bare questions">
            {questions.map((question) => (
              <QuestionCard key={question.id} question={question} />
            ))}
          </ul>
        )}
      </ResultList>
    </>
  )
}
