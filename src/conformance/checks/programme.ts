import { PROGRAMME_VIEWS, type ProgrammeScope, type ProgrammeView } from '#shared/api/index.ts';
import { expectThat, judge, skipped, type Check } from '../check.ts';
import { askView, type Item } from './views.ts';

/** The nine paths (spec 4.1) with their envelope (spec 2.1). */
export const programmeChecks: readonly Check[] = PROGRAMME_VIEWS.flatMap((view) => [
  ofClient(view),
  narrowed(view, 'production'),
  narrowed(view, 'department'),
]);

function ofClient(view: ProgrammeView): Check {
  return {
    section: '4.1, 2.1',
    requirement: `${view} of a client: HTTP 200, the envelope, and every field as written`,
    async run(platform) {
      const { clientId } = platform;
      const { value, problems, items } = await askView(platform, view, { clientId });
      if (value === undefined) return judge(problems, '');
      return judge(
        [
          ...problems,
          ...expectThat(value.errors.length === 0, 'errors is not empty'),
          ...expectThat(value.clientId === clientId, 'clientId is not the one asked for'),
          ...expectThat(value.clientName !== '', 'clientName is empty'),
        ],
        `${items.length} listed`,
      );
    },
  };
}

function narrowed(view: ProgrammeView, part: 'production' | 'department'): Check {
  return {
    section: '4.1',
    requirement: `${view} of a ${part}: all that belongs to it, and nothing else`,
    async run(platform) {
      const { clientId } = platform;
      const whole = (await askView(platform, view, { clientId })).items;
      const idOf = (item: Item) => (part === 'production' ? item.productionId : item.departmentId);
      const id = whole.map(idOf).find((candidate) => candidate !== null);
      if (id === undefined) return skipped(`no ${part} is listed`);
      const scope: ProgrammeScope =
        part === 'production' ? { clientId, productionId: id } : { clientId, departmentId: id };
      const { problems, items } = await askView(platform, view, scope);
      if (problems.length > 0) return judge(problems, '');
      const expected = whole.filter((item) => idOf(item) === id).length;
      return judge(
        [
          ...expectThat(
            items.every((item) => idOf(item) === id),
            `something of another ${part} is listed`,
          ),
          ...expectThat(
            items.length === expected,
            `${items.length} listed, but ${expected} in the client's ${view}`,
          ),
        ],
        `${part} ${id}: ${items.length} of ${whole.length}`,
      );
    },
  };
}
