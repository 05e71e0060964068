import type { ErrorEntry } from './entry.ts'

// Authentication and authorisation.
export const signInErrors = {
  duplicate_authorization: {
    status: 400,
    title: { en: 'Duplicate Authorization header', ru: 'Повторный заголовок Authorization' },
    detail: { en: 'Send at most one Authorization header.', ru: 'Отправьте не больше одного заголовка Authorization.' },
  },
  verifier_unexpected: {
    status: 400,
    title: { en: 'Unexpected codeVerifier', ru: 'Лишний codeVerifier' },
    detail: {
      en: 'The sign-in was started without code_challenge, so codeVerifier is not expected. The code is no longer valid. Start the sign-in again.',
      ru: 'Вход начат без code_challenge, поэтому codeVerifier не ожидается. Код больше не действует. Начните вход заново.',
    },
  },
  not_signed_in: {
    status: 401,
    title: { en: 'Sign in required', ru: 'Нужно войти' },
    detail: {
      en: 'Send an access token in the Authorization header.',
      ru: 'Отправьте токен доступа в заголовке Authorization.',
    },
  },
  invalid_token: {
    status: 401,
    title: { en: 'Session expired', ru: 'Сеанс истёк' },
    detail: {
      en: 'The access token is invalid or expired, or its session has ended. Refresh it or sign in again.',
      ru: 'Токен доступа недействителен, истёк или его сеанс завершён. Обновите токен или войдите снова.',
    },
  },
  sign_in_again: {
    status: 401,
    title: { en: 'Sign in again', ru: 'Войдите ещё раз' },
    detail: {
      en: 'This action requires a sign-in within the last {hours} hours. Sign in and try again.',
      ru: 'Для этого действия нужен вход за последние {hours} ч. Войдите и повторите.',
    },
  },
  code_invalid: {
    status: 401,
    title: { en: 'Invalid sign-in code', ru: 'Код входа не действует' },
    detail: {
      en: 'The code is unknown, already used or older than a minute. Start the sign-in again.',
      ru: 'Код неизвестен, уже использован или старше минуты. Начните вход заново.',
    },
  },
  pkce_mismatch: {
    status: 401,
    title: { en: 'Sign-in code mismatch', ru: 'Код не подходит к этому входу' },
    detail: {
      en: 'codeVerifier, clientId or redirectUri doesn’t match the start of the sign-in. The code is no longer valid. Start again.',
      ru: 'codeVerifier, clientId или redirectUri не совпадают с началом входа. Код больше не действует. Начните заново.',
    },
  },
  refresh_invalid: {
    status: 401,
    title: { en: 'Invalid refresh token', ru: 'Недействительный токен обновления' },
    detail: {
      en: 'The refresh token is missing or invalid. Sign in again.',
      ru: 'Токена обновления нет, или он недействителен. Войдите снова.',
    },
  },
  refresh_expired: {
    status: 401,
    title: { en: 'Session expired', ru: 'Сеанс истёк' },
    detail: {
      en: 'The session was inactive for too long or is too old. Sign in again.',
      ru: 'Сеанс слишком долго не использовался или устарел. Войдите снова.',
    },
  },
  refresh_reused: {
    status: 401,
    title: { en: 'Session ended for security', ru: 'Сеанс завершён для безопасности' },
    detail: {
      en: 'An old refresh token was reused, so the token may have been stolen. The session has ended. Sign in again.',
      ru: 'Старый токен обновления использован повторно: возможно, его украли. Сеанс завершён. Войдите снова.',
    },
  },
  session_revoked: {
    status: 401,
    title: { en: 'Session ended', ru: 'Сеанс завершён' },
    detail: {
      en: 'You signed out, or an admin ended the session. Sign in again.',
      ru: 'Вы вышли, или сеанс завершил администратор. Войдите снова.',
    },
  },
  account_disabled: {
    status: 403,
    title: { en: 'Account disabled', ru: 'Учётная запись отключена' },
    detail: { en: 'Contact the directory admins.', ru: 'Обратитесь к администраторам каталога.' },
  },
  origin_not_allowed: {
    status: 403,
    title: { en: 'Origin not allowed', ru: 'Источник запроса не разрешён' },
    detail: {
      en: 'Cookie sessions work only from the directory’s web client and the origins in CORS_ORIGINS.',
      ru: 'Сеанс в cookie работает только из веб-клиента каталога и с адресов из CORS_ORIGINS.',
    },
  },
  not_permitted: {
    status: 403,
    title: { en: 'Access denied', ru: 'Доступ запрещён' },
    detail: { en: 'Required access level: {who}.', ru: 'Нужный уровень доступа: {who}.' },
  },
  session_not_found: {
    status: 404,
    title: { en: 'Session not found', ru: 'Сеанс не найден' },
    detail: {
      en: 'You have no session with this ID, or it has already ended.',
      ru: 'У вас нет сеанса с таким ID, или он уже завершён.',
    },
  },
} as const satisfies Record<string, ErrorEntry>
