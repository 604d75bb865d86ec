import { describe, expect, it } from 'vitest';
import { respondByDeadline } from '../../src/service/tool-service.ts';

const never = new Promise<string>(() => undefined);
const late = () => new Error('late');
const unexpected = (error: unknown) => {
  throw error;
};

describe('respondByDeadline', () => {
  it('returns an answer that is ready before the deadline', async () => {
    expect(await respondByDeadline(Promise.resolve('answer'), 10_000, late, unexpected)).toBe(
      'answer',
    );
  });

  it('rethrows a failure that occurs before the deadline', async () => {
    const work = Promise.reject(new Error('broken'));
    await expect(respondByDeadline(work, 10_000, late, unexpected)).rejects.toThrow('broken');
  });

  it('throws the late error when the work misses the deadline', async () => {
    await expect(respondByDeadline(never, 0, late, unexpected)).rejects.toThrow('late');
  });

  it('reports a failure that occurs after the deadline', async () => {
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<string>((_, reject) => {
      fail = reject;
    });
    const heard = new Promise((resolve) => {
      respondByDeadline(work, 0, late, resolve).catch(() => fail(new Error('broken later')));
    });
    expect(await heard).toMatchObject({ message: 'broken later' });
  });
});
