import type { ErrorCode } from '#contract/errors.ts'
import { MOST_OPEN_QUESTIONS, QUESTIONS_A_DAY } from '#contract/question.ts'
import { type Access, isCurator } from '#rules/sign-in/admission.ts'

// Who may ask, answer and delete questions on a project.

type Project = { isPublished: boolean; isClosed: boolean; ownTeam: number | null }

export function whyNotAsk(
  project: Pick<Project, 'isPublished' | 'isClosed'> | undefined,
  asked: { open: number; ofDay: number },
): ErrorCode | null {
  if (!project?.isPublished) return 'project_not_found'
  if (project.isClosed) return 'questions_closed'
  if (asked.open >= MOST_OPEN_QUESTIONS) return 'questions_waiting'
  return asked.ofDay >= QUESTIONS_A_DAY ? 'too_many_questions' : null
}

export const mayAnswer = ({ ownTeam }: Pick<Project, 'ownTeam'>, access: Access): boolean => isCurator(access) || ownTeam !== null

type Locked = { project: Pick<Project, 'isPublished' | 'ownTeam'>; isHidden: boolean; isDeleted: boolean }

// Curators answer hidden questions too, before they show them again.
const isVisible = ({ project, isHidden, isDeleted }: Locked, access: Access): boolean =>
  !isDeleted && (isCurator(access) || (!isHidden && project.isPublished))

export function whyNotAnswer(locked: Locked | undefined, access: Access): ErrorCode | null {
  if (!locked || !isVisible(locked, access)) return 'question_not_found'
  return mayAnswer(locked.project, access) ? null : 'answer_not_allowed'
}

/** Deleting it again is allowed. */
export function whyNotDelete(locked: (Locked & { isOwn: boolean; isAnswered: boolean }) | undefined, access: Access): ErrorCode | null {
  if (!locked || (!locked.isOwn && !isVisible(locked, access))) return 'question_not_found'
  if (!locked.isOwn) return 'question_not_own'
  return locked.isAnswered ? 'question_answered' : null
}

/** Curators answer as curators, also when their team works on the project. */
export const roleOfAuthor = (access: Access): 'curator' | 'team' => (isCurator(access) ? 'curator' : 'team')
