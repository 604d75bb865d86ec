/** Signals of Django: their receivers are consumers, and sending one requests all of them. */
import type { Written } from '../../../model/registrations.ts';
import { SIGNAL_CLIENT } from '../../../model/route-request.ts';
import { addStart, spelledName } from '../../found.ts';
import type { CallContext, DecorationContext, Effects, Framework, Rule } from '../../framework.ts';
import { each, option } from '../../rules.ts';

const NAME = 'django-signals';

const SIGNALS: Readonly<Record<string, string>> = {
  'django.db.models.signals':
    'pre_init post_init pre_save post_save pre_delete post_delete m2m_changed class_prepared pre_migrate post_migrate',
  'django.core.signals': 'request_started request_finished got_request_exception setting_changed',
  'django.test.signals': 'setting_changed template_rendered',
  'django.contrib.auth.signals': 'user_logged_in user_logged_out user_login_failed',
  'django.db.backends.signals': 'connection_created',
};

/** A consumer is named after its signal, and the class of the sender if there is one. */
function addReceiver(
  effects: Effects,
  signal: string,
  sender: Written | undefined,
  place: Omit<Parameters<typeof addStart>[1], 'framework' | 'type' | 'name'>,
): void {
  const name = spelledName(sender);
  // A variable, as in a loop over models, names no class.
  const named = /^[A-Z]/.test(name) ? `${signal} ${name}` : signal;
  if (signal !== '')
    addStart(effects, { framework: NAME, type: 'consumer', name: named, ...place });
}

function signalOf({ callee }: CallContext['call']): string {
  return callee.form === 'member' ? spelledName(callee.object) : '';
}

const CONNECT: Rule = {
  apply: (context, effects) => {
    const { file, call } = context;
    const handler = call.args[0] ?? option(context, 'receiver')?.written;
    const { line, endLine } = call;
    const sender = option(context, 'sender')?.written ?? call.args[1];
    addReceiver(effects, signalOf(call), sender, { file, line, endLine, handler });
  },
};

const SEND = each(['send', 'send_robust', 'asend', 'asend_robust'], () => ({
  apply: ({ file, call, framework }, effects) => {
    const url = signalOf(call);
    const { line } = call;
    if (url !== '')
      effects.requests.push({
        ...{ client: SIGNAL_CLIENT, framework, object: undefined, method: '*', url, file, line },
      });
  },
}));

/** `@receiver(post_save, sender=User)`, `@receiver([post_save, post_delete])` */
function receiver(context: DecorationContext, effects: Effects): void {
  const { values, file, call, decoration, framework } = context;
  const given = values.call(file, call)?.args[0];
  const own = values.context(file, call, undefined, framework);
  for (const one of given?.form === 'list' ? given.items : [given])
    addReceiver(effects, spelledName(one), option(own, 'sender')?.written, {
      ...{ file, line: decoration.line },
      node: values.declarationAt(file, decoration.name, decoration.start),
    });
}

export const DJANGO_SIGNALS: Framework = {
  name: NAME,
  objects: {
    'django.dispatch.Signal': { kind: 'Signal' },
    'django.dispatch.dispatcher.Signal': { kind: 'Signal' },
    'django.db.models.signals.ModelSignal': { kind: 'Signal' },
  },
  values: Object.fromEntries(
    Object.entries(SIGNALS).flatMap(([module, names]) =>
      names.split(' ').map((name) => [`${module}.${name}`, 'Signal'] as const),
    ),
  ),
  methods: { Signal: { connect: CONNECT, ...SEND } },
  decorators: {
    'django.dispatch.receiver': receiver,
    'django.dispatch.dispatcher.receiver': receiver,
  },
};
