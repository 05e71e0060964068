import type { Question } from '#contract/question.ts'
import type { StoredQuestion } from '#store/project/question.ts'

/** Names of people are for those who may see them. */
export function questionView(stored: StoredQuestion, viewer: { id: number } | null, showsPeople: boolean): Question {
  const { id, text, askedAt, askerId, asker, answer } = stored
  return {
    id,
    text,
    askedAt,
    asker: showsPeople ? asker : null,
    isOwn: viewer !== null && askerId === viewer.id,
    answer: answer && {
      text: answer.text,
      answeredAt: answer.answeredAt,
      changedAt: answer.changedAt,
      role: answer.role,
      team: answer.team,
      author: showsPeople ? answer.author : null,
    },
  }
}
