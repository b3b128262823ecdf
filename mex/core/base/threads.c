/* threads.c - threads, a lock and its conditions: POSIX threads, or those of Windows */
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L /* pthread_sigmask */
#endif
#include "threads.h"

#ifdef _WIN32

static DWORD WINAPI body (void *task)
{
    const GeomsTask *t = task;

    t->function (t->context);
    return 0;
}

int geoms_thread_start (GeomsThread *thread, const GeomsTask *task)
{
    *thread = CreateThread (NULL, 0, body, (void *)task, 0, NULL);
    return *thread != NULL ? 0 : -1;
}

void geoms_thread_join (GeomsThread *thread)
{
    WaitForSingleObject (*thread, INFINITE);
    CloseHandle (*thread);
}

int geoms_lock_create (GeomsLock *lock)
{
    InitializeCriticalSection (lock);
    return 0;
}

void geoms_lock_free (GeomsLock *lock) { DeleteCriticalSection (lock); }

void geoms_lock (GeomsLock *lock) { EnterCriticalSection (lock); }

void geoms_unlock (GeomsLock *lock) { LeaveCriticalSection (lock); }

int geoms_condition_create (GeomsCondition *condition)
{
    InitializeConditionVariable (condition);
    return 0;
}

void geoms_condition_free (GeomsCondition *condition) { (void)condition; }

void geoms_condition_tell_all (GeomsCondition *condition) { WakeAllConditionVariable (condition); }

void geoms_condition_wait (GeomsCondition *condition, GeomsLock *lock)
{
    SleepConditionVariableCS (condition, lock, INFINITE);
}

void geoms_condition_wait_for (GeomsCondition *condition, GeomsLock *lock, int milliseconds)
{
    SleepConditionVariableCS (condition, lock, (DWORD)milliseconds);
}

#else

#include <signal.h>
#include <stddef.h>
#include <time.h>

/* of the stack of a thread: what the first thread of a process usually has */
enum { STACK = 8 << 20 };

static void *body (void *task)
{
    const GeomsTask *t = task;

    t->function (t->context);
    return NULL;
}

int geoms_thread_start (GeomsThread *thread, const GeomsTask *task)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    int failed;

    if (pthread_attr_init (&attributes) != 0)
        return -1;
    pthread_attr_setstacksize (&attributes, STACK);
    /* a thread begins with the signals that are kept from the one that starts it */
    sigfillset (&all);
    pthread_sigmask (SIG_SETMASK, &all, &before);
    failed = pthread_create (thread, &attributes, body, (void *)task);
    pthread_sigmask (SIG_SETMASK, &before, NULL);
    pthread_attr_destroy (&attributes);
    return failed ? -1 : 0;
}

void geoms_thread_join (GeomsThread *thread) { pthread_join (*thread, NULL); }

int geoms_lock_create (GeomsLock *lock) { return pthread_mutex_init (lock, NULL) == 0 ? 0 : -1; }

void geoms_lock_free (GeomsLock *lock) { pthread_mutex_destroy (lock); }

void geoms_lock (GeomsLock *lock) { pthread_mutex_lock (lock); }

void geoms_unlock (GeomsLock *lock) { pthread_mutex_unlock (lock); }

int geoms_condition_create (GeomsCondition *condition)
{
    return pthread_cond_init (condition, NULL) == 0 ? 0 : -1;
}

void geoms_condition_free (GeomsCondition *condition) { pthread_cond_destroy (condition); }

void geoms_condition_tell_all (GeomsCondition *condition) { pthread_cond_broadcast (condition); }

void geoms_condition_wait (GeomsCondition *condition, GeomsLock *lock)
{
    pthread_cond_wait (condition, lock);
}

void geoms_condition_wait_for (GeomsCondition *condition, GeomsLock *lock, int milliseconds)
{
    struct timespec until;

    timespec_get (&until, TIME_UTC);
    until.tv_sec += milliseconds / 1000;
    until.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    pthread_cond_timedwait (condition, lock, &until);
}

#endif
