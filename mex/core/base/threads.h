/* threads.h - threads, a lock and its conditions: POSIX threads, or those of Windows */
#ifndef GEOMS_THREADS_H
#define GEOMS_THREADS_H

#ifdef _WIN32
#include <windows.h>
typedef HANDLE GeomsThread;
typedef CRITICAL_SECTION GeomsLock;
typedef CONDITION_VARIABLE GeomsCondition;
#else
#include <pthread.h>
typedef pthread_t GeomsThread;
typedef pthread_mutex_t GeomsLock;
typedef pthread_cond_t GeomsCondition;
#endif

/* what a thread does; `context` must outlive it */
typedef struct GeomsTask {
    void (*function) (void *context);
    void *context;
} GeomsTask;

/* 0, or -1 if there is no thread to be had. A thread sees no signals: those are for the host. */
int geoms_thread_start (GeomsThread *thread, const GeomsTask *task);
void geoms_thread_join (GeomsThread *thread);

/* 0, or -1 */
int geoms_lock_create (GeomsLock *lock);
void geoms_lock_free (GeomsLock *lock);
void geoms_lock (GeomsLock *lock);
void geoms_unlock (GeomsLock *lock);

/* 0, or -1 */
int geoms_condition_create (GeomsCondition *condition);
void geoms_condition_free (GeomsCondition *condition);
void geoms_condition_tell_all (GeomsCondition *condition);
/* with the lock held, which is open while it waits; may also end without a reason */
void geoms_condition_wait (GeomsCondition *condition, GeomsLock *lock);
void geoms_condition_wait_for (GeomsCondition *condition, GeomsLock *lock, int milliseconds);

#endif
